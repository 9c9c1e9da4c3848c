declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** A server that speaks S3, over a folder. Its one user has the key and the secret `S3RVER`. */
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
