// Small comforts of the forms; each works without this script as well.
(() => {
  "use strict";

  // Whoever jumps to a closed part wants to read it.
  const open = (id) => {
    const part = id ? document.getElementById(id) : null;
    const details = part?.querySelectorAll("details") ?? [];
    if (details.length === 1) details[0].open = true;
  };

  // On a narrow screen each row of a table stands by itself, with the heading beside each cell.
  const nameCells = (row) => {
    const heads = row.closest("table")?.tHead?.rows[0]?.cells ?? [];
    for (const cell of row.cells ?? []) {
      const head = heads[cell.cellIndex];
      if (head) cell.dataset.label = head.textContent.trim();
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".tabular tbody tr.form-row").forEach(nameCells);
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
