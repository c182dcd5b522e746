// Puzzle Team skin.

import { place } from './page.js';
import { Game } from './game.js';
import { boardPlacedBy } from './cells.js';
import { start } from './stage.js';

start(Game, boardPlacedBy(place));
