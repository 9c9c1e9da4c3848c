import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium, shell } from './chromium.mjs'
import { installPackages } from './packages.mjs'
import { findPostgres, postgresAdvice } from './postgres.mjs'
import { Advice, root, run, runMain, say, tail } from './processes.mjs'

const chromiumAdvice = `The tests need Chromium or Chrome.
Install it, such as Debian's package 'chromium', or run 'npx playwright install chromium', and try again.`

const popplerAdvice = `The tests need pdftoppm from poppler, to render checks in addition to Chromium.
Install it, such as Debian's package 'poppler-utils', and try again.`

const isAdministrator = process.getuid?.() === 0

await runMain(async () => {
  const outcomes = [await provideChromium(), await providePostgres(), await providePoppler()]
  const lacking = outcomes.filter((outcome) => outcome !== undefined)
  if (lacking.length > 0) throw new Advice(lacking.join('\n\n'))
})

async function provideChromium() {
  if (findChromium()) return undefined
  await installPackages(shell)
  if (!findChromium()) await installPackages('chromium')
  if (findChromium()) return undefined
  say("Installing Playwright's Chromium …")
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const withLibraries = isAdministrator ? ['--with-deps'] : []
  const { code, output } = await run(process.execPath, [playwright, 'install', ...withLibraries, 'chromium'])
  return code === 0 && findChromium() ? undefined : `${tail(output, 5)}\n${chromiumAdvice}`
}

async function providePoppler() {
  const isThere = () => spawnSync('pdftoppm', ['-v']).status === 0
  if (isThere()) return undefined
  await installPackages('poppler-utils')
  return isThere() ? undefined : popplerAdvice
}

async function providePostgres() {
  if (await findPostgres()) return undefined
  await installPackages('postgresql')
  return (await findPostgres()) ? undefined : postgresAdvice
}
