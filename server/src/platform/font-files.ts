import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The scripts whose letters our files can show, each a file of Noto Sans; the first has digits and signs. */
export const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'] as const
export type Script = (typeof scripts)[number]

const weights = { normal: 400, bold: 700 } as const
export type Weight = keyof typeof weights

const { resolve } = createRequire(import.meta.url)

/** A font as it is on disk. */
export function readFont(script: Script, weight: Weight): Promise<Buffer> {
  return readFile(resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weights[weight]}-normal.woff`))
}
