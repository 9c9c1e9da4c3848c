import type { Plugin } from 'vite'

interface Row {
  method: string
  path: string
  failure: string
}

const endpointFiles = /\/domain\/src\/.+\/endpoints\.ts$/

/**
 * Strips the endpoint rows of the browser bundle down to method, path and failure text. Without their schemas, pages
 * without a form do not load the schema library (25 kB). Forms import the schemas they validate with from `fields.ts`.
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
