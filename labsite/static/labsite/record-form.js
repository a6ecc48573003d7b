// Small comforts of the forms; each works without this script as well.
(() => {
  "use strict";

  // Whoever jumps to a closed part wants to read it.
  const open = (id) => {
    const part = id && document.getElementById(id);
    const details = part?.querySelectorAll("details") ?? [];
    if (details.length === 1) details[0].open = true;
  };

  document.addEventListener("DOMContentLoaded", () => {
    open(location.hash.slice(1));
    document.querySelector(".form-jumps")?.addEventListener("click", (event) => {
      open(event.target.closest("a")?.hash.slice(1));
    });

    for (const button of document.querySelectorAll("[data-copies]")) {
      button.hidden = !navigator.clipboard;
      button.addEventListener("click", async () => {
        const field = document.getElementById(button.dataset.copies);
        await navigator.clipboard.writeText(field.value);
        button.textContent = button.dataset.done;
      });
    }
  });
})();
