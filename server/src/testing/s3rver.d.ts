declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** An S3 server that stores files in a folder. Its only user has the key and the secret `S3RVER`. */
  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
