-- What a reservation is: { { { limit, metric, start, reserved }, … }, generation, model, { what it drains of learned limits, … } }, and
-- where it was settled for the time being, what it spent and the rank of the event that told it.
local HELD, GENERATION_THEN, MODEL_THEN, DRAINS_THEN, SPENT_THEN, RANK_THEN = 1, 2, 3, 4, 5, 6
-- Longer than any event waits in the usage stream: a late one must still find what it has to settle.
local SETTLED_FOR_MS = 7 * 24 * 3600 * 1000
