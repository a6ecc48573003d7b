// select2 shows a box of its own in the place of a field for another record, and gives it no name.
// The box is named after the label of the field here, in rows that are added later, too.
function nameOf(select) {
  return select.labels[0]?.textContent.trim() || select.getAttribute("aria-label");
}

function nameBox(box) {
  const select = box.previousElementSibling;
  const name = select?.matches("select") && nameOf(select);
  if (!name) {
    return;
  }
  for (const part of box.querySelectorAll("[role=combobox], [role=textbox], [role=searchbox]")) {
    const text = part.textContent.trim();
    part.removeAttribute("aria-labelledby");
    part.setAttribute("aria-label", text ? `${name} ${text}` : name);
  }
}

function nameBoxes(root) {
  for (const box of root.querySelectorAll(".select2-container")) {
    nameBox(box);
  }
}

django.jQuery(() => {
  nameBoxes(document);
  // What is chosen changes the box, and a row that is added brings new ones.
  django.jQuery(document).on("change", "select.admin-autocomplete", (event) => {
    nameBoxes(event.target.parentElement);
  });
  document.addEventListener("formset:added", (event) => setTimeout(() => nameBoxes(event.target)));
});
