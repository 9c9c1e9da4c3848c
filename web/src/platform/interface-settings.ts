/** What a browser remembers about its looks and keys. Belongs to the machine, not to the person. */
const settings = ['theme', 'shortcuts']

/** However a session ends, nothing of the person is left in the browser (R154); the machine's settings stay. */
export function forgetPerson() {
  for (const key of Object.keys(localStorage)) if (!settings.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}
