import type { z } from 'zod'
import { Failure, invalidFields } from './errors.ts'
import { propertyOf } from './property.ts'

type Issue = z.core.$ZodIssue

/**
 * Parses a part of a call. A value of the wrong shape (another JSON type, an unknown field) is a 400;
 * a missing field or one that breaks a rule is a 422 that names each field with its text (A2).
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
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}. Leave it out.`
  if (issue.path.length === 0) return 'The request body must be a JSON object.'
  return `The field ${issue.path.join('.')} has the wrong type.`
}

function fieldTexts(issues: Issue[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of issues) texts[issue.path.join('.')] ??= issue.message
  return texts
}
