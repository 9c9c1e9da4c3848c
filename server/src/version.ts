import { readFileSync } from 'node:fs'

/**
 * The server version. `package.json` is the same number of folders above this source file as above the bundled
 * programs.
 */
export const version = String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
