import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** Thrown where the optional part of a package, which reads pictures, isn't installed. */
export class NotInstalled extends Error {}

/** The file of a library, or of a model in one. */
export function pathOf(name: string): string {
  try {
    return require.resolve(name)
  } catch (error) {
    throw new NotInstalled(`${name} isn’t installed`, { cause: error })
  }
}

/** Loads a library from its own files. A package includes them in its optional part, not in the server's code. */
export function library<Library>(name: string): Promise<Library> {
  return import(pathToFileURL(pathOf(name)).href)
}
