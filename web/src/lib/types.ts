/** The types of the API, under their names in the OpenAPI document. */
import type { components } from './openapi';

export type Schemas = components['schemas'];

export type RunView = Schemas['RunView'];
export type RunSummary = Schemas['RunSummary'];
export type StepView = Schemas['StepView'];
export type ReviewView = Schemas['ReviewView'];
export type SessionSummary = Schemas['SessionSummary'];
export type AttemptView = Schemas['AttemptView'];
export type Overview = Schemas['Overview'];

export type BlockView = Schemas['BlockView'];
export type Concept = Schemas['ConceptView'];
export type CardView = Schemas['CardView'];
export type DueCard = Schemas['DueCard'];
export type Answered = Schemas['Answered'];
export type Hit = Schemas['HitView'];
export type SessionView = Schemas['SessionView'];
