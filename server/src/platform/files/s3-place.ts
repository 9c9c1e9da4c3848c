/** A bucket in S3-compatible storage, and a folder in it. */
export interface S3Place {
  readonly bucket: string
  /** The folder's path, which ends with a slash or is empty. */
  readonly prefix: string
  readonly region: string
  /** The URL of a server other than Amazon's. */
  readonly endpoint: string | undefined
  /** Keys from the settings. Without them, the client looks where Amazon's tools do. */
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const folderName = /^[\w.-]+(?:\/[\w.-]+)*$/
const known = ['region', 'endpoint']

/** Parses `s3://bucket/folder?region=…&endpoint=…`. Returns a description of the problem if the text is invalid. */
export function parseS3Place(text: string): S3Place | string {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return 'must be s3://bucket/folder?region=…'
  const { hostname: bucket, pathname, searchParams, username, password, hash } = new URL(text)
  if (username || password) return 'must not contain a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead'
  if (!bucketName.test(bucket)) return `needs a bucket name of 3 to 63 lowercase letters, digits, dots, and hyphens`
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined || hash) return `can have only region and endpoint after ?, not ${unknown ?? hash}`
  const folder = pathname.replace(/^\/|\/$/g, '')
  if (folder && !folderName.test(folder)) return 'must have only letters, digits, _, -, and dots in its folder'
  const [region, endpoint] = [searchParams.get('region'), searchParams.get('endpoint')]
  if (!region) return 'needs a region, such as ?region=us-west-2; most servers other than Amazon’s accept us-east-1'
  if (endpoint !== null && !isAddress(endpoint)) return 'needs an endpoint that starts with http:// or https://'
  return { bucket, prefix: folder && `${folder}/`, region, endpoint: endpoint ?? undefined }
}

/** Returns true if one of these folders contains the other folder or is the same. */
export function overlap(one: S3Place, other: S3Place): boolean {
  if (one.bucket !== other.bucket || one.endpoint !== other.endpoint) return false
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
