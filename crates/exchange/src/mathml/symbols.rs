//! Symbols of formulas and their LaTeX commands.

/// Names that LaTeX sets upright.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth",
    "log", "ln", "lg", "exp", "lim", "limsup", "liminf", "max", "min", "sup", "inf", "det", "dim", "ker",
    "gcd", "arg", "deg", "hom", "Pr",
];

#[rustfmt::skip]
const SIGNS: &[(char, &str)] = &[
    ('α', "alpha"), ('β', "beta"), ('γ', "gamma"), ('δ', "delta"), ('ε', "varepsilon"), ('ϵ', "epsilon"),
    ('ζ', "zeta"), ('η', "eta"), ('θ', "theta"), ('ϑ', "vartheta"), ('ι', "iota"), ('κ', "kappa"),
    ('λ', "lambda"), ('μ', "mu"), ('µ', "mu"), ('ν', "nu"), ('ξ', "xi"), ('π', "pi"), ('ρ', "rho"),
    ('σ', "sigma"), ('ς', "varsigma"), ('τ', "tau"), ('υ', "upsilon"), ('φ', "varphi"), ('ϕ', "phi"),
    ('χ', "chi"), ('ψ', "psi"), ('ω', "omega"), ('Γ', "Gamma"), ('Δ', "Delta"), ('∆', "Delta"), ('Θ', "Theta"),
    ('Λ', "Lambda"), ('Ξ', "Xi"), ('Π', "Pi"), ('Σ', "Sigma"), ('Υ', "Upsilon"), ('Φ', "Phi"), ('Ψ', "Psi"),
    ('Ω', "Omega"), ('ℏ', "hbar"), ('ℓ', "ell"), ('ℜ', "Re"), ('ℑ', "Im"), ('ℵ', "aleph"), ('∂', "partial"),
    ('∞', "infty"), ('∅', "emptyset"), ('∇', "nabla"), ('ℝ', "mathbb{R}"), ('ℕ', "mathbb{N}"),
    ('ℤ', "mathbb{Z}"), ('ℚ', "mathbb{Q}"), ('ℂ', "mathbb{C}"), ('ℙ', "mathbb{P}"), ('×', "times"),
    ('·', "cdot"), ('⋅', "cdot"), ('÷', "div"), ('±', "pm"), ('∓', "mp"), ('∗', "ast"), ('∘', "circ"),
    ('°', "circ"), ('•', "bullet"), ('≤', "le"), ('≥', "ge"), ('⩽', "le"), ('⩾', "ge"), ('≠', "ne"),
    ('≈', "approx"), ('≡', "equiv"), ('∼', "sim"), ('≃', "simeq"), ('≅', "cong"), ('∝', "propto"),
    ('≪', "ll"), ('≫', "gg"), ('∈', "in"), ('∉', "notin"), ('∋', "ni"), ('⊂', "subset"), ('⊆', "subseteq"),
    ('⊃', "supset"), ('⊇', "supseteq"), ('∪', "cup"), ('∩', "cap"), ('∖', "setminus"), ('∀', "forall"),
    ('∃', "exists"), ('¬', "neg"), ('∧', "wedge"), ('∨', "vee"), ('⊕', "oplus"), ('⊗', "otimes"),
    ('⊥', "perp"), ('∥', "parallel"), ('∠', "angle"), ('△', "triangle"), ('→', "to"), ('←', "leftarrow"),
    ('↔', "leftrightarrow"), ('⇒', "Rightarrow"), ('⇐', "Leftarrow"), ('⇔', "Leftrightarrow"),
    ('↦', "mapsto"), ('⟶', "longrightarrow"), ('⇌', "rightleftharpoons"), ('∑', "sum"), ('∏', "prod"),
    ('∫', "int"), ('∬', "iint"), ('∮', "oint"), ('⋃', "bigcup"), ('⋂', "bigcap"), ('…', "ldots"),
    ('⋯', "cdots"), ('⋮', "vdots"), ('⋱', "ddots"), ('∴', "therefore"), ('∵', "because"), ('⟨', "langle"),
    ('⟩', "rangle"), ('⌊', "lfloor"), ('⌋', "rfloor"), ('⌈', "lceil"), ('⌉', "rceil"), ('‖', "|"),
    ('√', "surd"), ('£', "pounds"), ('{', "{"), ('}', "}"), ('%', "%"), ('#', "#"), ('$', "$"), ('&', "&"),
    ('_', "_"), ('\\', "backslash"), ('^', "hat{}"), ('~', "sim"), ('♯', "sharp"), ('♭', "flat"), ('∣', "mid"),
    ('⊢', "vdash"), ('⊨', "models"), ('⊤', "top"), ('′', "prime"), ('≔', "coloneqq"), ('⪯', "preceq"),
];

/// Marks over a letter or a group, with how they read there.
#[rustfmt::skip]
const OVER: &[(&str, &str)] = &[
    ("¯", "overline"), ("‾", "overline"), ("\u{332}", "overline"), ("\u{305}", "overline"), ("_", "overline"),
    ("^", "hat"), ("ˆ", "hat"), ("→", "vec"), ("\u{20d7}", "vec"), ("⃗", "vec"), ("˙", "dot"), (".", "dot"),
    ("¨", "ddot"), ("~", "tilde"), ("˜", "tilde"), ("ˇ", "check"), ("˘", "breve"), ("⏞", "overbrace"),
];

const UNDER: &[(&str, &str)] = &[
    ("⏟", "underbrace"),
    ("_", "underline"),
    ("¯", "underline"),
    ("‾", "underline"),
    ("\u{332}", "underline"),
];

/// The text of a token as LaTeX, sign by sign; commands end in a space where a letter could follow.
pub(super) fn signs(text: &str) -> String {
    text.chars().map(sign).collect()
}

fn sign(c: char) -> String {
    match c {
        '−' | '‐' | '‑' | '–' => "-".to_owned(),
        // Invisible products, function applications, separators, plus signs.
        '\u{2061}'..='\u{2064}' | '\u{200b}' => String::new(),
        '\u{a0}' => "~".to_owned(),
        '″' => "\\prime\\prime ".to_owned(),
        c => match SIGNS.iter().find(|(known, _)| *known == c) {
            Some((_, command)) if command.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                format!("\\{command} ")
            }
            Some((_, command)) => format!("\\{command}"),
            None => styled_letter(c).unwrap_or_else(|| c.to_string()),
        },
    }
}

/// Letters that have their style from Unicode: `𝐅` is `\mathbf{F}`.
fn styled_letter(c: char) -> Option<String> {
    let bases: &[(u32, &str)] = &[
        (0x1_d400, "mathbf"),
        (0x1_d434, ""),
        (0x1_d468, "boldsymbol"),
        (0x1_d49c, "mathcal"),
        (0x1_d538, "mathbb"),
    ];
    let letter = |offset: u32| {
        let base = if offset < 26 { u32::from('A') + offset } else { u32::from('a') + offset - 26 };
        char::from_u32(base)
    };
    bases.iter().find_map(|(base, command)| {
        let offset = u32::from(c).checked_sub(*base).filter(|offset| *offset < 52)?;
        let letter = letter(offset)?;
        Some(if command.is_empty() { letter.to_string() } else { format!("\\{command}{{{letter}}}") })
    })
}

pub(super) fn function(name: &str) -> Option<String> {
    FUNCTIONS.contains(&name).then(|| format!("\\{name} "))
}

pub(super) fn over(mark: &str) -> Option<&'static str> {
    OVER.iter().find(|(known, _)| *known == mark).map(|(_, command)| *command)
}

pub(super) fn under(mark: &str) -> Option<&'static str> {
    UNDER.iter().find(|(known, _)| *known == mark).map(|(_, command)| *command)
}

/// Whether what stands under or over this is its limit and not a mark on it.
pub(super) fn has_limits(text: &str) -> bool {
    matches!(
        text,
        "∑" | "∏" | "∫" | "∬" | "∮" | "⋃" | "⋂" | "lim" | "max" | "min" | "sup" | "inf" | "limsup" | "liminf"
    )
}
