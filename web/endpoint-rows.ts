import { answersUsuallyWithin, answersWithin, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'

/** How long the browser waits for a response beyond the server's time limit, in milliseconds. */
const grace = 10_000

const endpointFiles = /\/domain\/src\/.+\/endpoints\.ts$/

/**
 * Reduces the endpoint rows in the browser bundle to the method, path, and failure text, and the time limit of calls
 * that take longer than usual. Without the schemas, pages without a form don't load the schema library (25 kB). Forms
 * import their validation schemas from `fields.ts`: importing one from `endpoints.ts` fails the build.
 */
export function endpointRows(): Plugin {
  return {
    name: 'endpoint-rows',
    enforce: 'pre',
    async load(id) {
      if (!endpointFiles.test(id)) return undefined
      const module: Record<string, unknown> = await import(/* @vite-ignore */ id)
      return Object.entries(module)
        .filter(([, value]) => !(value instanceof z.ZodType))
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
