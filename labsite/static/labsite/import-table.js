// Counts what is ticked or chosen in the words of the button. Without this script the button says
// how much it was when the page was made.
for (const button of document.querySelectorAll("[data-counts]")) {
  const table = document.getElementById(button.dataset.counts);
  const words = button.dataset;
  const say = () => {
    const count = (deed) => table.querySelectorAll(`[data-deed=${deed}]:checked`).length;
    const [added, updated] = [count("add"), count("update")];
    let said = words.none;
    if (added && updated) said = words.both;
    else if (added) said = added === 1 ? words.addOne : words.addMany;
    else if (updated) said = updated === 1 ? words.updateOne : words.updateMany;
    button.textContent = said.replace("%a", added).replace("%u", updated);
  };
  table.addEventListener("change", say);
  say(); // browsers keep ticks when somebody comes back to a page
}
