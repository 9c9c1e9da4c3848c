import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium or Chrome on this machine, otherwise the one installed by Playwright. @returns {string | undefined} */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const names = ['chromium', 'google-chrome-stable', 'google-chrome']
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, chromium.executablePath()].find(isProgram)
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
