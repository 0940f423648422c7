// Elements of the page, found and made.

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);
/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];
/** @type {(tag: string, values?: object, ...children: (Node | string)[]) => any} */
export const element = (tag, values = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...children);
  return made;
};
export const hex = (value, digits = 2) => value.toString(16).padStart(digits, '0');
