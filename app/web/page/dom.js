// Elements of the page, found and made.

export const $ = (id) => document.getElementById(id);
export const element = (tag, values = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...children);
  return made;
};
export const hex = (value, digits = 2) => value.toString(16).padStart(digits, '0');
