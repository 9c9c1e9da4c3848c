/**
 * The types of the recording SQLite WebAssembly build. The package's own types declare file addresses as handles and
 * 64-bit offsets as numbers.
 */
declare module '@sqlite.org/sqlite-wasm' {
  /** A location in WebAssembly memory. */
  type Address = number
  type Row = Record<string, unknown>
  type Method = (...values: never[]) => number | undefined

  interface Struct {
    readonly pointer: Address
    /** Sets members, whose names begin with a dollar sign. */
    [member: `$${string}`]: unknown
    dispose(): void
  }
  interface StructOf {
    new (address?: Address): Struct
    readonly structInfo: { readonly sizeof: number }
  }

  export interface PreparedStatement {
    readonly columnCount: number
    bind(values: readonly unknown[]): void
    step(): boolean
    get(row: Row | unknown[]): Row | unknown[]
    getColumnNames(): string[]
    reset(alsoBindings: boolean): void
  }

  export interface Database {
    prepare(sql: string): PreparedStatement
    exec(sql: string): void
    changes(): number
    isOpen(): boolean
    close(): void
  }

  export interface Sqlite3Static {
    readonly oo1: { readonly DB: new (options: { filename: string; vfs: string }) => Database }
    readonly capi: {
      readonly sqlite3_file: StructOf
      readonly sqlite3_io_methods: StructOf
      readonly sqlite3_vfs: StructOf
      sqlite3_vfs_find(name: string | null): Address
      sqlite3_get_autocommit(db: Database): number
      sqlite3_last_insert_rowid(db: Database): bigint
    }
    readonly wasm: {
      heap8u(): Uint8Array
      alloc(size: number): Address
      poke32(at: Address, value: number): void
      poke64(at: Address, value: bigint): void
      pokePtr(at: Address, value: Address): void
      cstrToJs(text: Address): string
      cstrncpy(target: Address, source: Address, length: number): number
    }
    readonly vfs: {
      installVfs(parts: {
        io: { struct: Struct; methods: Record<string, Method> }
        vfs: { struct: Struct; methods: Record<string, Method>; name: string }
      }): void
    }
  }

  function openModule(): Promise<Sqlite3Static>
  // biome-ignore lint/style/noDefaultExport: the package uses a default export.
  export default openModule
}
