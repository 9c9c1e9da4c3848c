import { z } from 'zod'
import { endpoint, idParams } from '../../api/endpoint.ts'
import { createViewBody, keptViewsReply, savedViewReply, saveLayoutBody, updateViewBody } from './fields.ts'

/** Calls about a user's list layouts and saved views (decision 31). */
export const viewEndpoints = {
  list: endpoint({
    id: 'listViews',
    method: 'GET',
    path: '/views',
    summary: 'The caller’s columns for each list, their saved views, and the views shared in their dealer group',
    policy: 'views.read',
    reply: keptViewsReply,
    status: 200,
    failure: 'Couldn’t load the saved views. Try again.',
  }),
  saveLayout: endpoint({
    id: 'saveListLayout',
    method: 'PUT',
    path: '/views/layout',
    summary: 'Save the caller’s columns for a list',
    policy: 'session.use',
    body: saveLayoutBody,
    reply: saveLayoutBody,
    status: 200,
    failure: 'Couldn’t save the columns. Try again.',
  }),
  create: endpoint({
    id: 'createView',
    method: 'POST',
    path: '/views',
    summary: 'Save a view of a list; approvers, processors, and admins can share it with their dealer group',
    policy: 'views.write',
    body: createViewBody,
    reply: savedViewReply,
    status: 201,
    failure: 'Couldn’t save the view. Try again.',
  }),
  update: endpoint({
    id: 'updateView',
    method: 'PATCH',
    path: '/views/:id',
    summary: 'Change one of the caller’s own views; omitted fields stay unchanged',
    policy: 'views.write',
    params: idParams,
    body: updateViewBody,
    reply: savedViewReply,
    status: 200,
    failure: 'Couldn’t save the view. Try again.',
  }),
  remove: endpoint({
    id: 'deleteView',
    method: 'DELETE',
    path: '/views/:id',
    summary: 'Delete one of the caller’s own views or, as an admin of the dealer group, a shared view',
    policy: 'views.write',
    params: idParams,
    reply: z.object({ id: z.int() }),
    status: 200,
    failure: 'Couldn’t delete the view. Try again.',
  }),
}
