import { LatestEvents } from '../model/executions/rows';

/** The latest events of this tab, for responses that were read before them. */
export const latestEvents = new LatestEvents();
