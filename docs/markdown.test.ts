import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['.', 'docs', 'docs/decisions', 'bench/results', 'web/src/ui']
const pages = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test.each(pages)('wraps %s at 120 characters and links only to existing files', (page) => {
  const lines = withoutCode(readFileSync(page, 'utf8')).split('\n')
  const tooLong = lines.filter((line) => line.length > 120 && !/^\||^#|^ {4}/.test(line))
  expect(tooLong).toEqual([])
  const links = lines.flatMap((line) => [...line.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path ?? ''))
  expect(links.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([])
})

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}
