/** What a browser remembers about its looks and keys. Belongs to the machine, not to the person. */
const settings = ['theme', 'shortcuts']

/** Logging out leaves nothing of the person behind (R154): drafts go, the machine's settings stay. */
export function forgetPerson(storage: Storage = localStorage) {
  for (const key of Object.keys(storage)) if (!settings.includes(key)) storage.removeItem(key)
}
