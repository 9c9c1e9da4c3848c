import { readFileSync } from 'node:fs'

/** The file of the build that this module of `web/src` is in. */
export function scriptOf(module: string): string {
  const files = JSON.parse(readFileSync(new URL('../../web/dist/.modules.json', import.meta.url), 'utf8'))
  if (!files[module]) throw new Error(`The build has no file for ${module}`)
  return files[module]
}

/** A pattern of that file's address. */
export function scriptWith(module: string): string {
  return `**/${scriptOf(module)}`
}
