import pg from 'pg'
import { propertyOf } from './property.ts'

const keptStatementNames = 500

type Watch = <Result>(client: pg.Client, answer: Promise<Result>) => Promise<Result>

/**
 * A client that names each repeated statement, so that PostgreSQL parses and plans it once per connection. `watch` sees
 * every answer before it is given.
 */
export function namingClient(watch: Watch): typeof pg.Client {
  const names = new StatementNames()
  return class NamingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of `query`; all but one pass through.
    override query(...call: any[]): any {
      const [text, values, callback] = call
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined
      const answer = Reflect.apply(super.query, this, name ? [{ name, text, values }, callback] : call)
      if (!(answer instanceof Promise)) return answer
      const watching = watch(this, answer)
      return name === undefined ? watching : watching.catch((error) => this.#plannedAnew(error, name, call))
    }

    /**
     * A migration by another instance can change what a statement returns, and PostgreSQL then refuses the plan that it
     * has kept. The statement gets another name; what a transaction loses by it is done again, like a lost race.
     */
    #plannedAnew(error: unknown, name: string, call: readonly unknown[]): unknown {
      if (propertyOf(error, 'routine') !== 'RevalidateCachedQuery') throw error
      names.replace(String(call[0]), name)
      if (this.getTransactionStatus() !== 'I') throw Object.assign(Object(error), { code: '40001' })
      return this.query(...call)
    }
  }
}

class StatementNames {
  readonly #names = new Map<string, string>()
  #last = 0

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    return known || this.#names.size >= keptStatementNames ? known : this.#add(text)
  }

  /** Gives the statement another name, unless somebody else has done so since. */
  replace(text: string, name: string): void {
    if (this.#names.get(text) === name) this.#add(text)
  }

  #add(text: string): string {
    this.#last += 1
    const name = `s${this.#last}`
    this.#names.set(text, name)
    return name
  }
}
