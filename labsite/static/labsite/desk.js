// Counts the ticks of a table in the words of its button. Without this script the button says how
// many there were when the page was made.
for (const table of document.querySelectorAll("[data-counts]")) {
  const button = document.getElementById(table.dataset.counts);
  table.addEventListener("change", () => {
    const count = table.querySelectorAll("input[type=checkbox]:checked").length;
    const words = [button.dataset.none, button.dataset.one][count] ?? button.dataset.many;
    button.textContent = words.replace("%s", count);
  });
}
