import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../processes.mjs'

/**
 * A JSON schema as the API description uses it.
 * @typedef {{
 *   $ref?: string, type?: string | string[], const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[],
 *   allOf?: Schema[], properties?: Record<string, Schema>, required?: string[], additionalProperties?: Schema | false,
 *   items?: Schema | false, prefixItems?: Schema[], format?: string, description?: string,
 * }} Schema
 * @typedef {{ name: string, in: string, required?: boolean, schema: Schema }} Parameter
 * @typedef {Record<string, { schema: Schema }>} Content
 * @typedef {{
 *   operationId: string, summary: string, security?: Record<string, unknown>[], parameters?: Parameter[],
 *   requestBody?: { content: Content, required?: boolean }, responses: Record<string, { content?: Content }>,
 * }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Description
 */

/**
 * Writes the client package: the calls that access tokens can make, typed by the API description.
 * @param {string} folder
 */
export async function writeClientPackage(folder) {
  const { version, license, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const description = await describeApi(version)
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((way) => 'accessToken' in way))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  cpSync(join(root, 'client'), folder, { recursive: true })
  mkdirSync(folder, { recursive: true })
  const calls = Object.fromEntries(
    operations.map(({ path, method, operation }) => [operation.operationId, { method, path }]),
  )
  writeFileSync(
    join(folder, 'index.mjs'),
    `import { connectTo } from './connect.mjs'\nexport { CallFailed } from './connect.mjs'\n\n` +
      `const calls = ${JSON.stringify(calls, null, 2)}\n\nexport const connect = (options) => connectTo(calls, options)\n`,
  )
  writeFileSync(
    join(folder, 'index.d.mts'),
    typesOf(
      operations.map(({ operation }) => operation),
      description,
    ),
  )
  const manifest = {
    name: 'check-requests-client',
    version,
    description: 'Typed client of the Check Requests API',
    license,
    type,
    exports: { types: './index.d.mts', default: './index.mjs' },
    engines: { node: '>=22' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @param {string} version @returns {Promise<Description>} the API description, as served at /docs/json */
async function describeApi(version) {
  const workerData = { title: 'Check Requests', version, publicUrl: undefined, polled: [] }
  const thread = new Worker(join(root, 'server/src/platform/http/api-docs-thread.ts'), { workerData })
  const [docs] = await once(thread, 'message')
  await thread.terminate()
  return JSON.parse(Buffer.from(docs.get('/docs/json').bytes).toString())
}

const head = `/** \`token\`: an access token of a program or a user. \`tries\`: attempts while the server is busy; the default is 5. */
export interface Options {
  readonly url: string
  readonly token: string
  readonly tries?: number
  readonly fetch?: typeof fetch
}

/** \`idempotencyKey\`: calls with the same key take effect once. Without one, each call gets its own. */
export interface CallOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** The server refused a call. \`message\` says why; \`fields\` has a message for each invalid field. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** All messages, each once. */
  readonly reasons: readonly string[]
}

export function connect(options: Options): Client
`

/** @param {readonly Operation[]} operations @param {Description} description */
function typesOf(operations, description) {
  const methods = operations.map(methodOf).join('\n')
  const client = `export interface Client {\n${methods}\n}\n`
  const named = new Map()
  const addNamed = (/** @type {string} */ text) => {
    for (const [, name = ''] of text.matchAll(/\bApi\.(\w+)/g)) {
      const schema = description.components.schemas[name]
      if (named.has(name) || !schema) continue
      named.set(name, '')
      named.set(name, `  export type ${name} = ${typeOf(schema, '  ')}\n`)
      addNamed(named.get(name))
    }
  }
  addNamed(client)
  return `${head}\n${client}\nexport declare namespace Api {\n${[...named.values()].join('')}}\n`
}

/** @param {Operation} operation */
function methodOf({ operationId, summary, parameters = [], requestBody, responses }) {
  const parts = ['path', 'query'].flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return []
    const typed = (/** @type {Schema} */ schema) => (place === 'path' ? { type: ['number', 'string'] } : schema)
    const properties = Object.fromEntries(own.map(({ name, schema }) => [name, typed(schema)]))
    const required = own.filter(({ required }) => required).map(({ name }) => name)
    const mark = required.length > 0 ? '' : '?'
    return [
      `${place === 'path' ? 'params' : place}${mark}: ${typeOf({ type: 'object', properties, required }, '    ')}`,
    ]
  })
  const [body] = Object.values(requestBody?.content ?? {})
  if (body) parts.push(`body${requestBody?.required === false ? '?' : ''}: ${typeOf(body.schema, '    ')}`)
  const isOptional = parts.every((part) => /^\w+\?/.test(part))
  const [[type = '', reply] = []] = Object.values(responses).map(({ content = {} }) => Object.entries(content)[0] ?? [])
  const result = type === 'application/json' ? typeOf(reply?.schema.properties?.data ?? {}, '  ') : 'File'
  const call = parts.length > 0 ? `{\n${parts.map((part) => `    ${part}\n`).join('')}  }` : '{}'
  return `  /** ${summary} */\n  ${operationId}(call${isOptional ? '?' : ''}: ${call}, options?: CallOptions): Promise<${result}>`
}

/** The TypeScript type of a JSON schema. @param {Schema | false} schema @param {string} indent @returns {string} */
function typeOf(schema, indent) {
  if (schema === false) return 'never'
  if (schema.$ref) return `Api.${schema.$ref.split('/').at(-1)}`
  const values = 'const' in schema ? [schema.const] : schema.enum
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf ?? typesIn(schema)
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ')
  if (schema.type === 'object') return objectType(schema, indent)
  if (schema.type === 'array') return arrayType(schema, indent)
  return schema.format === 'binary' ? 'File' : (plainTypes[String(schema.type)] ?? 'unknown')
}

/** @type {Record<string, string>} */
const plainTypes = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }

/** @param {Schema} schema @param {string} indent */
function arrayType({ items = {}, prefixItems }, indent) {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
  return `Array<${typeOf(items, indent)}>`
}

/** @param {Schema} schema */
function typesIn({ type, ...schema }) {
  return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : undefined
}

/** @param {Schema} schema @param {string} indent */
function objectType({ properties, required = [], additionalProperties }, indent) {
  if (!properties) return `Record<string, ${typeOf(additionalProperties || {}, indent)}>`
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `${inner}/** ${schema.description} */\n` : ''
    return `${comment}${inner}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}
