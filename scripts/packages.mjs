import { existsSync } from 'node:fs'
import { run, say, tail } from './processes.mjs'

/** Installs Debian packages if possible. @param {string[]} names */
export async function installPackages(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${names.map((name) => `'${name}'`).join(', ')} …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-q'], options)
  const { code, output } = await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], options)
  if (code !== 0) say(tail(output, 5))
}
