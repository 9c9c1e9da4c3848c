import { requestFieldLabels } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'

/** Labels of the fields of a request; none of the form is missing. */
export const fieldLabels = requestFieldLabels satisfies Record<keyof RequestFormValues, string>
