// select2 shows a box of its own in the place of a field for another record, and says neither what
// the box is for nor what is chosen. Here it is named after the label of the field, in rows that are
// added later, too.
(() => {
  "use strict";

  const nameBox = (select) => {
    const box = select.nextElementSibling?.matches(".select2") ? select.nextElementSibling : null;
    const label = select.getAttribute("aria-label") || select.labels[0]?.textContent.trim();
    if (!box || !label) return;
    const chosen = [...select.selectedOptions].map((option) => option.text).filter(Boolean);
    const name = [label.replace(/:$/, ""), ...chosen].join(": ");
    for (const part of box.querySelectorAll("[role=combobox], [role=textbox], [role=searchbox]")) {
      part.removeAttribute("aria-labelledby");
      part.setAttribute("aria-label", name);
    }
  };
  const nameBoxes = (part) => part.querySelectorAll("select.admin-autocomplete").forEach(nameBox);

  document.addEventListener("formset:added", (event) => setTimeout(() => nameBoxes(event.target)));

  document.addEventListener("DOMContentLoaded", () => {
    const { jQuery } = window.django ?? {};
    jQuery?.(() => setTimeout(() => nameBoxes(document))); // once they are made
    jQuery?.(document).on("change", "select.admin-autocomplete", (event) => nameBox(event.target));
  });
})();
