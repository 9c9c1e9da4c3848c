import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { joinSmallFiles } from './chunks/join.ts'
import { findPieces, firstGroup } from './chunks/pieces.ts'
import { planFiles } from './chunks/plan.ts'
import { moveHelpers } from './chunks/runtime.ts'

/**
 * Decides which modules share a file of the build, based on the screens that need them. By default, modules share a
 * file only if exactly the same screens need them. That would produce 400 files, and a screen would load up to a
 * hundred of them.
 */
export function chunks(config: InlineConfig): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    async config() {
      const names = joinSmallFiles(planFiles(await findPieces(config)))
      const ofModules = new Map([...names].flatMap(([{ modules }, name]) => modules.map((id) => [id, name] as const)))
      const rooms = {
        name: (id: string) => ofModules.get(id),
        debugName: 'rooms',
        includeDependenciesRecursively: false,
      }
      // The first page names all files, so every letter of a hash counts.
      const chunkFileNames = 'assets/[name]-[hash:7].js'
      const codeSplitting = { groups: [firstGroup, rooms] }
      return { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting } } } }
    },
    generateBundle: (_options, bundle) => moveHelpers(bundle),
    // Records which file contains each of our modules, for the size budgets.
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const sources = join(import.meta.dirname, 'src')
      const files = chunks.flatMap(({ fileName, moduleIds }) =>
        moduleIds.map((id) => [relative(sources, id), fileName]),
      )
      writeFileSync(
        join(dir, '.modules.json'),
        JSON.stringify(Object.fromEntries(files.filter(([id]) => !id?.startsWith('.')))),
      )
    },
  }
}
