import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, shell } from './chromium.mjs'
import { findPostgres, postgresAdvice } from './postgres.mjs'
import { Advice, root, run, runMain, say, tail } from './processes.mjs'

const chromiumAdvice = `The tests need Chromium or Chrome.
Install it, such as Debian's package 'chromium', or run 'npx playwright install chromium', and try again.`

const isAdministrator = process.getuid?.() === 0

await runMain(async () => {
  const outcomes = [await provideChromium(), await providePostgres()]
  const lacking = outcomes.filter((outcome) => outcome !== undefined)
  if (lacking.length > 0) throw new Advice(lacking.join('\n\n'))
})

async function provideChromium() {
  if (findChromium()) return undefined
  await installPackage(shell)
  if (!findChromium()) await installPackage('chromium')
  if (findChromium()) return undefined
  say("Installing Playwright's Chromium …")
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const withLibraries = isAdministrator ? ['--with-deps'] : []
  const { code, output } = await run(process.execPath, [playwright, 'install', ...withLibraries, 'chromium'])
  return code === 0 && findChromium() ? undefined : `${tail(output, 5)}\n${chromiumAdvice}`
}

async function providePostgres() {
  if (await findPostgres()) return undefined
  await installPackage('postgresql')
  return (await findPostgres()) ? undefined : postgresAdvice
}

/** Installs a Debian package, where that is possible. @param {string} name */
async function installPackage(name) {
  if (!isAdministrator || !existsSync('/usr/bin/apt-get')) return
  say(`Installing the package '${name}' …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-q'], options)
  const { code, output } = await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options)
  if (code !== 0) say(tail(output, 5))
}
