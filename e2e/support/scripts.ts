import { readFileSync } from 'node:fs'

/** The build file that contains this module of `web/src`. */
export function scriptOf(module: string): string {
  const files = JSON.parse(readFileSync(new URL('../../web/dist/.modules.json', import.meta.url), 'utf8'))
  if (!files[module]) throw new Error(`The build has no file for ${module}`)
  return files[module]
}

/** A URL pattern for the build file that contains this module of `web/src`. */
export function scriptWith(module: string): string {
  return `**/${scriptOf(module)}`
}
