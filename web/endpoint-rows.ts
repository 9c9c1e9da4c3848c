import type { Plugin } from 'vite'

interface Row {
  method: string
  path: string
  failure: string
}

const endpointFiles = /\/domain\/src\/.+\/endpoints\.ts$/

/**
 * Of the endpoint rows the browser gets method, path and failure text; their schemas stay with the server, which spares
 * every page the 25 kB of the schema library. Forms import the schemas they check from `fields.ts`.
 */
export function endpointRows(): Plugin {
  return {
    name: 'endpoint-rows',
    enforce: 'pre',
    async load(id) {
      if (!endpointFiles.test(id)) return undefined
      const module: Record<string, unknown> = await import(/* @vite-ignore */ id)
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutSchemas(value))}`)
        .join('\n')
    },
  }
}

function withoutSchemas(value: unknown): unknown {
  if (typeof value === 'string') return value
  const rows = Object.entries(value as Record<string, Row>)
  return Object.fromEntries(rows.map(([name, { method, path, failure }]) => [name, { method, path, failure }]))
}
