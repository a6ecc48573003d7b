// Pictures in forms: shows the file that was chosen, and says at once when it is too large.
//
// The listeners sit on the document, so a row added to a form later needs no preparation. Without
// this script the form works as well; the server says what is wrong with a file.
"use strict";

(() => {
  const COLUMNS = 3;
  const STEPS = { ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

  const showChosen = (input) => {
    const field = input.closest(".picture-field");
    const file = input.files[0];
    const shown = field.querySelector(".picture-chosen");
    const isTooLarge = file && file.size > Number(field.dataset.limit);
    input.setCustomValidity(isTooLarge ? field.dataset.tooLarge : "");
    if (isTooLarge) input.reportValidity();
    shown.hidden = true;
    if (!file || isTooLarge) {
      shown.removeAttribute("src");
      return;
    }
    const reader = new FileReader();
    // As data, because the policy of the page allows pictures from here and as data only.
    reader.addEventListener("load", () => {
      if (input.files[0] !== file) return;
      shown.src = reader.result;
    });
    reader.readAsDataURL(file);
  };

  document.addEventListener("change", (event) => {
    if (event.target.matches(".picture-field input[type=file]")) showChosen(event.target);
  });

  // What no browser can show, such as a text with the ending of a picture, stays hidden.
  document.addEventListener("load", (event) => {
    const shown = event.target;
    if (!shown.matches?.(".picture-chosen") || !shown.src) return;
    shown.hidden = false;
    const name = shown.closest(".picture-field").querySelector("input[type=file]").name;
    const point = document.querySelector(`.focal-point[data-picture="${CSS.escape(name)}"]`);
    for (const picture of point?.querySelectorAll("img") ?? []) {
      picture.src = shown.src;
      picture.width = shown.naturalWidth;
      picture.height = shown.naturalHeight;
      picture.closest("[hidden]")?.removeAttribute("hidden");
    }
  }, true);

  // By themselves, radio buttons take the arrows up and down for the next button in the row.
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || !event.target.matches(".focal-place input")) return;
    const places = [...event.target.closest(".focal-grid").querySelectorAll("input")];
    const place = places[places.indexOf(event.target) + step];
    event.preventDefault();
    if (!place) return;
    place.checked = true;
    place.focus();
    place.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
