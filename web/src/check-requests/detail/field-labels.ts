import { requestFieldLabels } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'

/** Labels of request fields, including all fields of the form. */
export const fieldLabels = requestFieldLabels satisfies Record<keyof RequestFormValues, string>
