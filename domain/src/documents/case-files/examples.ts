import type { ExamplesOf } from '../../api/endpoint.ts'
import type { caseFileEndpoints } from './endpoints.ts'

/** An example of the call for a case file. */
export const caseFileExamples: ExamplesOf<typeof caseFileEndpoints> = { make: { reply: '' } }
