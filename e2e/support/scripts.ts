import { readFileSync } from 'node:fs'

/** The address of the script that this module of `web/src` is in. */
export function scriptWith(module: string): string {
  const files = JSON.parse(readFileSync(new URL('../../web/dist/.modules.json', import.meta.url), 'utf8'))
  return `**/${files[module]}`
}
