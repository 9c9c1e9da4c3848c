/** A bucket in S3-compatible storage, and a folder in it. */
export interface S3Place {
  readonly bucket: string
  /** Ends with a slash, or is empty. */
  readonly prefix: string
  readonly region: string
  /** The URL of a server other than Amazon's. */
  readonly endpoint: string | undefined
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const folderName = /^[\w.-]+(?:\/[\w.-]+)*$/
const known = ['region', 'endpoint']

/** Parses `s3://bucket/folder?region=…&endpoint=…`. Returns a text with the problem if it is invalid. */
export function parseS3Place(text: string): S3Place | string {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return 'must be s3://bucket/folder?region=…'
  const { hostname: bucket, pathname, searchParams, username, password, hash } = new URL(text)
  if (username || password) return 'must hold no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead'
  if (!bucketName.test(bucket))
    return `has no name of a bucket, which is 3 to 63 small letters, digits, dots and hyphens`
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined || hash) return `can have region and endpoint after ?, and not ${unknown ?? hash}`
  const folder = pathname.replace(/^\/|\/$/g, '')
  if (folder && !folderName.test(folder)) return 'has a folder with other than letters, digits, _, - and dots'
  const [region, endpoint] = [searchParams.get('region'), searchParams.get('endpoint')]
  if (!region) return 'needs a region, such as ?region=us-west-2; most servers that are not Amazon’s take us-east-1'
  if (endpoint !== null && !isAddress(endpoint)) return 'has an endpoint that is no http:// or https:// address'
  return { bucket, prefix: folder && `${folder}/`, region, endpoint: endpoint ?? undefined }
}

/** Returns true if one of these folders contains the other. */
export function overlap(one: S3Place, other: S3Place): boolean {
  if (one.bucket !== other.bucket || one.endpoint !== other.endpoint) return false
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
