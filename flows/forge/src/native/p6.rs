//! P6, path difference and phase: how many wavelengths two ways differ by, and what a reflection turned over.

mod film;
mod reflector;
mod sources;
mod standing;

use super::Family;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "P6",
        name: "two_sources",
        idea: "Two coherent sources send the same wave along two paths. What arrives depends on the path difference in \
               wavelengths, and on whether the sources are in step.",
        objects: &["two coherent sources", "path difference"],
        constraints: &["whole or half wavelengths", "in phase or in antiphase"],
        asked: "a least frequency, a greatest wavelength, or how many maxima or minima there are",
        wrong_paths: &[
            "a whole wavelength for cancellation, or half a one for reinforcement",
            "counting one side only",
            "forgetting the middle line",
            "forgetting that the sources are in antiphase",
        ],
        rationale: [
            "The path difference is set equal to a half or a whole wavelength.",
            "The path differences are counted through a range of frequencies.",
            "All path differences between two limits are counted, with sources in or out of step.",
        ],
        draft: sources::draft,
    },
    Family {
        schema: "P6",
        name: "thin_film",
        idea: "Light reflected by the two faces of a film interferes. The second ray crosses the film twice, its wavelength is \
               shorter inside, and each reflection at a denser medium inverts the wave.",
        objects: &["thin film", "refractive index", "two reflected rays"],
        constraints: &["normal incidence", "half a wavelength for a reflection at a denser medium"],
        asked: "the thickness of a film",
        wrong_paths: &[
            "forgetting that light crosses the film twice",
            "using the wavelength in air",
            "forgetting the half wavelength of a reflection",
        ],
        rationale: [
            "One reflection inverts the wave; the thinnest film follows.",
            "How many reflections invert the wave has to be found first.",
            "Two wavelengths that vanish, or shine, one after the other fix the order and with it the thickness.",
        ],
        draft: film::draft,
    },
    Family {
        schema: "P6",
        name: "standing_waves",
        idea: "A string or an air column resonates when a whole number of quarter or half wavelengths fits between its ends, \
               with a node or an antinode at each as the end demands.",
        objects: &["string", "pipe", "nodes and antinodes"],
        constraints: &["boundary conditions at both ends"],
        asked: "a speed, a frequency or a length at resonance",
        wrong_paths: &[
            "counting nodes for loops",
            "treating a closed end like an open one",
            "taking the first resonance found for the fundamental",
        ],
        rationale: [
            "The number of loops gives the wavelength.",
            "Two resonances that follow each other give half a wavelength or twice the fundamental.",
            "Whether the pipe is open or closed has to be found from the ratio of two resonances.",
        ],
        draft: standing::draft,
    },
    Family {
        schema: "P6",
        name: "moving_reflector",
        idea: "A wave and its reflection make maxima and minima. A step of the reflector counts twice in the path, and a \
               reflection may invert the wave.",
        objects: &["reflector", "detector", "path difference"],
        constraints: &["the path changes by twice the step", "a reflection that inverts the wave"],
        asked: "a wavelength, a frequency, a speed or a distance",
        wrong_paths: &[
            "counting the step of the reflector once",
            "counting minima for the gaps between them",
            "forgetting that the reflection inverts the wave",
        ],
        rationale: [
            "From minimum to minimum the reflector moves by half a wavelength.",
            "The wavelength has to be found before a frequency or a speed.",
            "The longer path is found by Pythagoras and the reflected wave is inverted.",
        ],
        draft: reflector::draft,
    },
];
