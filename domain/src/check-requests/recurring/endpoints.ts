import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { amountField, versionField } from '../../values/fields.ts'
import { createRecurringBody, recurringListReply, updateRecurringBody } from './fields.ts'

const saved = z.object({ id: z.int() })

/** Calls about recurring requests. */
export const recurringEndpoints = {
  list: endpoint({
    id: 'listRecurringRequests',
    method: 'GET',
    path: '/recurring-requests',
    summary: 'The caller’s own recurring requests or, for admins, those in their scope',
    policy: 'recurring-requests.read',
    reply: recurringListReply,
    status: 200,
    failure: 'Couldn’t load the recurring requests. Try again.',
  }),
  create: endpoint({
    id: 'createRecurringRequest',
    method: 'POST',
    path: '/recurring-requests',
    summary: 'Repeat one of the caller’s requests on a schedule',
    policy: 'recurring-requests.write',
    body: createRecurringBody,
    reply: saved,
    status: 201,
    failure: 'Couldn’t set up the recurring request. Try again.',
  }),
  update: endpoint({
    id: 'updateRecurringRequest',
    method: 'PUT',
    path: '/recurring-requests/:id',
    summary: 'Change, pause, resume, or end a recurring request; admins can pause and end those in their scope',
    policy: 'recurring-requests.write',
    params: idParams,
    body: updateRecurringBody,
    reply: saved,
    status: 200,
    failure: 'Couldn’t change the recurring request. Try again.',
  }),
  submit: endpoint({
    id: 'submitRecurringRequest',
    method: 'POST',
    path: '/recurring-requests/:id/submit',
    summary: 'Submit the draft of a recurring request for one of its days',
    policy: 'check-requests.create',
    params: idParams,
    // `version`: the version of the draft that the caller saw.
    body: z.strictObject({ due_on: createRecurringBody.shape.first_on, version: z.int().positive() }),
    reply: z.object({ id: z.int(), request_number: z.string(), version: z.int() }),
    status: 201,
    failure: 'Couldn’t submit the request. Try again.',
  }),
  saveLimit: endpoint({
    id: 'updateRecurringLimit',
    method: 'PUT',
    path: '/dealer-groups/:id/recurring-limit',
    summary:
      'Set the largest amount of recurring requests that are submitted automatically; raising it needs a second admin',
    policy: 'local-settings.write',
    params: idParams,
    // Null for no automatic submission.
    body: z.strictObject({ limit: amountField.nullable(), version: versionField }),
    reply: saved,
    status: 200,
    failure: 'Couldn’t change the limit. Try again.',
  }),
}
