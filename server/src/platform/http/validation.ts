import { listWithAnd, listWithOr } from '@check-requests/domain/values/lists.ts'
import { z } from 'zod'
import { Failure, invalidFields, propertyOf } from '../errors.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

// A schema's own message comes first. Without this, callers would get the library's messages (T8).
z.config({ customError: issueInWords })

const formats: Readonly<Record<string, string>> = {
  email: 'Enter a complete email address, such as name@example.com.',
  url: 'Enter a complete URL, such as https://example.com.',
  date: 'Enter a date as YYYY-MM-DD.',
  datetime: 'Enter a date and time, such as 2026-11-20T15:04:05Z.',
  time: 'Enter a time as HH:MM.',
  uuid: 'Enter an ID, such as 123e4567-e89b-12d3-a456-426614174000.',
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose true or false.',
  array: 'Enter a list.',
  object: 'Enter an object with fields.',
  record: 'Enter an object with fields.',
  date: 'Enter a date.',
}

/** Describes a problem with a value whose schema has no message for it. */
function issueInWords(issue: RawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'This is required.' : (kinds[issue.expected] ?? 'This value has the wrong type.')
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return isMissing ? 'This is required.' : (formats[issue.format] ?? 'This text has the wrong format. Correct it.')
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'invalid_value':
      return isMissing ? 'This is required.' : `Choose ${listWithOr(issue.values.map(String))}.`
    case 'invalid_union':
      return isMissing ? 'This is required.' : 'This value isn’t allowed. Check its type and format.'
    case 'unrecognized_keys':
      return `Remove ${listWithAnd(issue.keys)}.`
    default:
      return 'This value isn’t allowed. Enter another one.'
  }
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  const least = minimum.toLocaleString('en-US')
  if (origin === 'string') return minimum === 1 ? 'This is required.' : `Enter at least ${least} characters.`
  if (origin === 'array' || origin === 'set') return minimum === 1 ? 'Enter at least one.' : `Enter at least ${least}.`
  return isInclusive ? `Enter a number of ${least} or more.` : `Enter a number above ${least}.`
}

function tooBig(origin: string, maximum: number, isInclusive: boolean): string {
  const most = maximum.toLocaleString('en-US')
  if (origin === 'string') return `Enter at most ${most} characters.`
  if (origin === 'array' || origin === 'set') return `Enter at most ${most}.`
  return isInclusive ? `Enter a number of ${most} or less.` : `Enter a number below ${most}.`
}

/**
 * Parses a part of a call. A value of the wrong shape (another JSON type, an unknown field) is a 400. A missing or
 * invalid field is a 422 that names each field with its sentence (A2).
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues
  const misshapen = issues.find((issue) => isWrongShape(issue, value))
  if (misshapen) throw new Failure('BAD_REQUEST', describeShape(misshapen))
  throw invalidFields(fieldTexts(issues))
}

function isWrongShape(issue: Issue, input: unknown): boolean {
  if (issue.code === 'unrecognized_keys' || issue.path.length === 0) return true
  const value = valueAt(input, issue.path)
  if (value === undefined || value === null || value === '') return false
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return true
  return issue.code === 'invalid_value' && typeof value === 'object'
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce(propertyOf, input)
}

function describeShape(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
  if (issue.path.length === 0) return 'The request body must be a JSON object.'
  return `The field “${issue.path.join('.')}” has the wrong type.`
}

function unknownFields(keys: readonly string[]): string {
  if (keys.length === 1) return `Unknown field: ${keys[0]}. Remove it.`
  return `Unknown fields: ${listWithAnd(keys)}. Remove them.`
}

function fieldTexts(issues: Issue[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of issues) texts[issue.path.join('.')] ??= issue.message
  return texts
}
