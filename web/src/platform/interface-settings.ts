/** Settings of theme and shortcuts that this browser keeps. They belong to the machine, not to the person. */
const settings = ['theme', 'shortcuts']

/** However a session ends, nothing about the person stays in the browser (R154); the machine's settings do. */
export function forgetPerson() {
  for (const key of Object.keys(localStorage)) if (!settings.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}
