import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './processes.mjs'

/** The headless shell's program and Debian package. */
export const shell = 'chromium-headless-shell'

/**
 * The headless shell of Chromium on this machine (it shows a page in half the time of the whole browser), otherwise
 * Chromium or Chrome, otherwise the one installed by Playwright. @returns {string | undefined}
 */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const names = [shell, 'chromium', 'google-chrome-stable', 'google-chrome']
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, chromium.executablePath()].find(isProgram)
}

/** The test fonts: as wide as most system fonts, narrower than all of them, and wider than all of them. */
export const fonts = /** @type {const} */ (['usual', 'narrow', 'wide'])
/** @typedef {(typeof fonts)[number]} Font */

/**
 * The options with which tests start the browser. Layouts depend on the machine's fonts, so our font replaces every font
 * that a page names. @param {Font} [font]
 */
export function chromiumOptions(font = 'usual') {
  const executablePath = findChromium()
  const env = { ...process.env, FONTCONFIG_FILE: join(root, `scripts/fonts/${font}.conf`) }
  return { env, ...(executablePath && { executablePath }) }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}
