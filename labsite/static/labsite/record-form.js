// Small comforts of the forms; each works without this script as well.
(() => {
  "use strict";

  // Whoever jumps to a closed part wants to read it.
  const open = (id) => {
    const part = id ? document.getElementById(id) : null;
    if (part?.matches(".form-part:not(.has-heading)")) {
      const closed = part.querySelector("details");
      if (closed) closed.open = true;
    }
  };

  // On a narrow screen each row of a table stands by itself, with the heading beside each cell.
  const nameCells = (row) => {
    const heads = row.closest("table")?.tHead?.rows[0]?.cells ?? [];
    for (const cell of row.cells ?? []) {
      const head = heads[cell.cellIndex];
      if (head) cell.dataset.label = head.textContent.trim();
    }
  };

  // The page of a row opens beside a form in which something was typed: in its place, it would
  // take the text away.
  let isTouched = false;
  const touch = (event) => {
    if (event.target.form?.closest("#content-main")) isTouched = true;
  };
  document.addEventListener("input", touch);
  document.addEventListener("change", touch);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.inlinechangelink");
    if (link && isTouched) link.target = "_blank";
  });

  // A list of results that closes moves what is below it. Whoever pressed the pointer on a button
  // meant the button, also when it is gone from under the pointer before they let go.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    const button = event.button === 0 && event.target.closest?.(".record-buttons button");
    pressed = button ? { button, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const { button, x, y } = pressed;
    pressed = null;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) < 4;
    if (isStill && event.target.closest?.("button") !== button) button.click();
  });

  const nameCorner = (table) => {
    const corner = table.querySelector("th.original");
    const words = document.querySelector(".record-form")?.dataset;
    if (corner && words) corner.textContent = words.row;
  };

  // Django's own script has put the focus on the first field by now.
  window.addEventListener("load", () => {
    const field = document.getElementById(location.hash.slice(1));
    if (field?.matches("input, select, textarea")) field.focus();
  });

  document.addEventListener("formset:added", (event) => {
    if (event.target.matches("tr")) nameCells(event.target);
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".tabular table").forEach(nameCorner);
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
