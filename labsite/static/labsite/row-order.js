// Rows in order: buttons and a handle take the place of the column with numbers.
// Without this script the numbers are there to be typed.
(() => {
  "use strict";
  const { interpolate } = window;
  const ROW = "tr.form-row, .inline-related[id]";
  const PLACE = "input[name$='-position']";
  let status, words;

  const groupOf = (row) => row.closest(".inline-group");
  const placeOf = (row) => row.querySelector(PLACE);
  const rowsOf = (group) =>
    [...group.querySelectorAll(ROW)].filter(
      (row) => groupOf(row) === group && !row.classList.contains("empty-form") && placeOf(row),
    );
  const numberOf = (row) => {
    const value = placeOf(row).value.trim();
    return value === "" ? Infinity : Number(value);
  };
  // What belongs to a row and moves with it: the line above it that lists its errors.
  const withErrors = (row) => {
    const before = row.previousElementSibling;
    return before?.classList.contains("row-form-errors") ? [before, row] : [row];
  };

  // The names that people know a row by.
  const nameOf = (row) => {
    const chosen = row.querySelector(".select2-selection__rendered:not(ul)")?.title;
    const typed = [...row.querySelectorAll("input[type=text], input[type=url], textarea")].find(
      (field) => field.value && !field.matches(PLACE),
    );
    const kind = row.querySelector("select:not(.admin-autocomplete)");
    return (
      (typed?.value || chosen || kind?.selectedOptions[0]?.text || "").slice(0, 60) || words.row
    );
  };

  // Each row keeps the number of the place where it stands now; equal and missing ones are mended.
  const number = (group, places) => {
    let last = 0;
    rowsOf(group).forEach((row, index) => {
      const place = places[index] ?? Infinity;
      last = Number.isFinite(place) && place > last ? place : last + 1;
      placeOf(row).value = last;
    });
    refresh(group);
  };

  const refresh = (group) => {
    const rows = rowsOf(group);
    rows.forEach((row, index) => {
      const [up, down] = row.querySelectorAll(".order-button");
      if (!up) return;
      const name = { name: nameOf(row) };
      up.setAttribute("aria-label", interpolate(words.moveUp, name, true));
      down.setAttribute("aria-label", interpolate(words.moveDown, name, true));
      // Not "disabled": the button that was just pressed must keep the focus.
      up.setAttribute("aria-disabled", String(index === 0));
      down.setAttribute("aria-disabled", String(index === rows.length - 1));
    });
  };

  const tell = (row) => {
    const rows = rowsOf(groupOf(row));
    status.textContent = interpolate(
      words.moved,
      { name: nameOf(row), place: rows.indexOf(row) + 1, count: rows.length },
      true,
    );
  };

  // The row itself stays in the document while the others go around it: so it keeps the focus and
  // the pointer that holds it.
  const put = (row, target) => {
    const group = groupOf(row);
    const rows = rowsOf(group);
    const places = rows.map(numberOf);
    const [from, to] = [rows.indexOf(row), rows.indexOf(target)];
    if (to < from) row.after(...rows.slice(to, from).flatMap(withErrors));
    else withErrors(row)[0].before(...rows.slice(from + 1, to + 1).flatMap(withErrors));
    number(group, places);
  };

  const step = (row, by) => {
    const rows = rowsOf(groupOf(row));
    const target = rows[rows.indexOf(row) + by];
    if (target) put(row, target);
    tell(row);
  };

  const button = (sign, by) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "order-button";
    made.textContent = sign;
    made.addEventListener("click", () => step(made.closest(ROW), by));
    return made;
  };

  // Dragging by pointer, for whoever likes it; the buttons do the same.
  const handle = () => {
    const made = document.createElement("span");
    made.className = "order-handle";
    made.setAttribute("aria-hidden", "true");
    made.textContent = "⠿";
    made.addEventListener("pointerdown", (event) => {
      const row = made.closest(ROW);
      event.preventDefault();
      made.setPointerCapture(event.pointerId);
      row.classList.add("order-dragged");
      const move = (moved) => {
        const under = document.elementFromPoint(moved.clientX, moved.clientY)?.closest(ROW);
        if (under && under !== row && rowsOf(groupOf(row)).includes(under)) put(row, under);
      };
      const end = () => {
        made.removeEventListener("pointermove", move);
        row.classList.remove("order-dragged");
        tell(row);
      };
      made.addEventListener("pointermove", move);
      made.addEventListener("lostpointercapture", end, { once: true });
    });
    return made;
  };

  const decorate = (row) => {
    const place = placeOf(row);
    if (!place || row.querySelector(".order-buttons")) return;
    const box = document.createElement("span");
    box.className = "order-buttons";
    box.append(button("↑", -1), button("↓", 1), handle());
    place.after(box);
    place.classList.add("order-number");
    place.tabIndex = -1;
    place.setAttribute("aria-hidden", "true");
    place.closest(".form-row.field-position, .fieldBox")?.classList.add("has-order-buttons");
  };

  const prepare = (group) => {
    const rows = rowsOf(group);
    if (!rows.length) return;
    rows.forEach(decorate);
    const sorted = rows.map((row, index) => [numberOf(row), index, row]).sort(
      (one, other) => one[0] - other[0] || one[1] - other[1],
    );
    const last = rows.at(-1);
    const after = last.nextElementSibling;
    for (const [, , row] of sorted) {
      for (const part of withErrors(row)) last.parentNode.insertBefore(part, after);
    }
    refresh(group);
  };

  document.addEventListener("DOMContentLoaded", () => {
    words = document.querySelector(".record-form")?.dataset;
    if (!words) return;
    status = document.createElement("p");
    status.className = "visually-hidden";
    status.setAttribute("role", "status");
    document.querySelector("#content")?.append(status);
    document.querySelectorAll(".inline-group").forEach(prepare);
  });
  document.addEventListener("formset:added", (event) => {
    const row = event.target.closest(ROW);
    if (!words || !row || !placeOf(row)) return;
    decorate(row);
    const group = groupOf(row);
    number(group, rowsOf(group).map(numberOf));
  });
  document.addEventListener("formset:removed", () => {
    if (words) document.querySelectorAll(".inline-group").forEach(refresh);
  });
  document.addEventListener("change", (event) => {
    const row = words && event.target.closest?.(ROW);
    if (row && placeOf(row)) refresh(groupOf(row));
  });
})();
