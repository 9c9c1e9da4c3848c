import { basename } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * Moves the bundler's helpers into the file that every page loads first. In a file of their own, they are only 700
 * bytes but cost every page another request. The bundler keeps them separate because it doesn't know that this file
 * imports no other. Files that import nothing else from the first file get a copy of the helpers. Otherwise, whenever
 * the first file's name changed, theirs would have to change as well, because cached copies would import a file that no
 * longer exists.
 */
export function moveHelpers(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
  const first = chunks.find(({ isEntry }) => isEntry)
  if (!helpers || !first) return
  const [, body = '', exported = ''] = /^(.+)export\{(.+)\};?\s*$/s.exec(helpers.code) ?? []
  const given = exported.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1')
  const name = basename(helpers.fileName)
  const imported = new RegExp(`import\\{([^}]+)\\}from"\\./${name}";`)
  const copy = `const helpers$=(()=>{${body}return{${given}}})();`
  delete bundle[helpers.fileName]
  const source = ({ imports }: Rolldown.OutputChunk) =>
    imports.includes(first.fileName) ? `import{helpers$}from"./${basename(first.fileName)}";` : copy
  for (const chunk of chunks) {
    const use = (_: string, names: string) =>
      `${chunk === first ? '' : source(chunk)}const{${names.replaceAll(' as ', ':')}}=helpers$;`
    chunk.code = chunk.code.replace(imported, use)
    chunk.imports = chunk.imports.filter((file) => file !== helpers.fileName)
    if (chunk.code.includes(name)) throw new Error(`${chunk.fileName} names the helpers of the bundler in another way`)
  }
  first.code = `${copy}${first.code}export{helpers$};`
}
