import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const own = '@check-requests'

/** A copy of the domain and the server that a test can change and start. */
export class ScratchCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'check-requests-scratch-'))
  /** Files written since `takeWritten` was last called. */
  #written = new Set<string>()

  constructor() {
    cpSync(join(root, 'package.json'), join(this.folder, 'package.json'))
    for (const workspace of ['domain', 'server'])
      for (const part of ['package.json', 'src'])
        cpSync(join(root, workspace, part), join(this.folder, workspace, part), { recursive: true })
    const packages = join(this.folder, 'node_modules')
    mkdirSync(join(packages, own), { recursive: true })
    symlinkSync(join(this.folder, 'domain'), join(packages, own, 'domain'))
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== own) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }

  /** The path of a file in the copy. */
  path(file: string): string {
    return join(this.folder, file)
  }

  write(file: string, text: string): void {
    writeFileSync(this.path(file), text)
    this.#written.add(file)
  }

  /** The files that one change wrote. */
  takeWritten(): string[] {
    const files = [...this.#written]
    this.#written.clear()
    return files
  }

  /** Inserts a line before the last line with this beginning. */
  insertBefore(file: string, start: string, line: string): void {
    const lines = readFileSync(this.path(file), 'utf8').split('\n')
    const at = lines.findLastIndex((one) => one.startsWith(start))
    if (at < 0) throw new Error(`${file} has no line that begins with ${start}`)
    this.write(file, lines.toSpliced(at, 0, line).join('\n'))
  }

  drop(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
