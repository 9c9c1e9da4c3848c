import { readFileSync } from 'node:fs'

/** The version of the server. `package.json` is as far above the sources as above the bundled programs. */
export const version = String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
