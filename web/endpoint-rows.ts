import { answersUsuallyWithin, answersWithin, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import type { Plugin } from 'vite'

/** How much longer than the server may take an answer is waited for, in milliseconds. */
const grace = 10_000

const endpointFiles = /\/domain\/src\/.+\/endpoints\.ts$/

/**
 * Strips the endpoint rows of the browser bundle down to method, path and failure text, and how long an answer may take
 * where that is longer than usual. Without their schemas, pages without a form do not load the schema library (25 kB).
 * Forms import the schemas they validate with from `fields.ts`.
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
  if (typeof value !== 'object') return value
  const rows = Object.entries(value as Record<string, Endpoint>)
  return Object.fromEntries(rows.map(([name, row]) => [name, callOf(row)]))
}

function callOf(row: Endpoint) {
  const { method, path, failure } = row
  const within = answersWithin(row)
  return { method, path, failure, ...(within > answersUsuallyWithin && { patience: within + grace }) }
}
