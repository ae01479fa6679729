//! The parser: recursive descent over the tokens, with every count and depth bounded.

mod body;

use crate::error::{Error, Result};
use crate::lex::{Lexer, Token};
use crate::syntax::{Function, Relocation, Space, Ty, Unit, Variable};

/// The most bytes that one variable may have.
const MAX_VARIABLE_BYTES: u64 = 1 << 34;
/// The most bytes that initialisers of one module may hold.
const MAX_INITIALISER_BYTES: usize = 1 << 28;

/// Parses this text to a tree.
pub(crate) fn parse(text: &str) -> Result<Unit<'_>> {
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut parser = Parser { line: lexer.line(), lexer, token, init_bytes: 0 };
    parser.unit()
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    line: u32,
    init_bytes: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn wrong<T>(&self, text: impl std::fmt::Display) -> Result<T> {
        Err(Error::parse(self.line, text))
    }

    pub(super) fn advance(&mut self) -> Result<Token<'a>> {
        let next = self.lexer.next()?;
        self.line = self.lexer.line();
        Ok(std::mem::replace(&mut self.token, next))
    }

    pub(super) fn sign(&mut self, sign: u8) -> Result<bool> {
        let is = self.token == Token::Sign(sign);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    pub(super) fn expect(&mut self, sign: u8) -> Result<()> {
        if self.sign(sign)? {
            return Ok(());
        }
        self.wrong(format_args!("'{}' is expected here, not {}", sign as char, self.describe()))
    }

    pub(super) fn describe(&self) -> String {
        match self.token {
            Token::Word(w) => format!("'{w}'"),
            Token::Int(i) => format!("{i}"),
            Token::F32(b) => format!("{}", f32::from_bits(b)),
            Token::F64(b) => format!("{}", f64::from_bits(b)),
            Token::Text(t) => format!("\"{t}\""),
            Token::Sign(s) => format!("'{}'", s as char),
            Token::End => "the end of the text".to_owned(),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<&'a str> {
        match self.token {
            Token::Word(w) => {
                self.advance()?;
                Ok(w)
            }
            _ => self.wrong(format_args!("{what} is expected here, not {}", self.describe())),
        }
    }

    pub(super) fn int(&mut self, what: &str) -> Result<u64> {
        match self.token {
            Token::Int(i) => {
                self.advance()?;
                Ok(i)
            }
            _ => self.wrong(format_args!("{what} is expected here, not {}", self.describe())),
        }
    }

    pub(super) fn signed_int(&mut self, what: &str) -> Result<i64> {
        let negative = self.sign(b'-')?;
        let value = self.int(what)? as i64;
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    fn unit(&mut self) -> Result<Unit<'a>> {
        let mut unit = Unit::default();
        let (mut version, mut target) = (false, false);
        loop {
            let line = self.line;
            match self.token {
                Token::End => break,
                Token::Word(".version") => {
                    self.advance()?;
                    unit.version = match self.advance()? {
                        Token::F64(bits) => {
                            let tenths = (f64::from_bits(bits) * 10.0).round();
                            ((tenths / 10.0) as u32, (tenths % 10.0) as u32)
                        }
                        Token::Int(i) => (i as u32, 0),
                        _ => return self.wrong("a version number is expected here"),
                    };
                    if !(3..=99).contains(&unit.version.0) {
                        return self.wrong(format_args!(
                            "PTX version {}.{} is not supported (3.0 and later are)",
                            unit.version.0, unit.version.1
                        ));
                    }
                    version = true;
                }
                Token::Word(".target") => {
                    self.advance()?;
                    unit.target = self.word("a target")?;
                    while self.sign(b',')? {
                        self.word("a target's option")?;
                    }
                    target = true;
                }
                Token::Word(".address_size") => {
                    self.advance()?;
                    if self.int("an address size")? != 64 {
                        return self.wrong("only 64-bit addresses are supported: compile with 64-bit pointers");
                    }
                }
                Token::Word(".file") => {
                    self.advance()?;
                    let index = self.int("a file's number")? as u32;
                    let Token::Text(name) = self.advance()? else {
                        return self.wrong("a file's name in quotes is expected here");
                    };
                    unit.files.insert(index, name);
                    while self.sign(b',')? {
                        self.int("a file's time or size")?;
                    }
                }
                Token::Word(".section") => self.section()?,
                Token::Word(".pragma") => self.pragma()?,
                Token::Word(".alias") => {
                    self.advance()?;
                    let name = self.word("a name")?;
                    self.expect(b',')?;
                    unit.aliases.push((name, self.word("a function's name")?));
                    self.expect(b';')?;
                }
                Token::Sign(b';') => {
                    self.advance()?;
                }
                Token::Word(word) if word.starts_with('.') => {
                    if !version || !target {
                        return self.wrong("a module begins with .version and .target");
                    }
                    let mut external = false;
                    loop {
                        match self.token {
                            Token::Word(".extern") => external = true,
                            Token::Word(".visible" | ".weak" | ".common") => {}
                            _ => break,
                        }
                        self.advance()?;
                    }
                    match self.token {
                        Token::Word(".entry" | ".func") => unit.functions.push(self.function(line)?),
                        _ => self.variables(external, &mut unit.variables)?,
                    }
                }
                _ => return self.wrong(format_args!("a directive is expected here, not {}", self.describe())),
            }
        }
        if !version || !target {
            return self.wrong("a module begins with .version and .target");
        }
        Ok(unit)
    }

    /// Debugging sections are skipped.
    pub(super) fn section(&mut self) -> Result<()> {
        self.advance()?;
        self.word("a section's name")?;
        self.expect(b'{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.advance()? {
                Token::Sign(b'{') => depth += 1,
                Token::Sign(b'}') => depth -= 1,
                Token::End => return self.wrong("this section does not end"),
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn pragma(&mut self) -> Result<()> {
        self.advance()?;
        loop {
            match self.advance()? {
                Token::Text(_) | Token::Sign(b',') => {}
                Token::Sign(b';') => return Ok(()),
                _ => return self.wrong("a pragma in quotes is expected here"),
            }
        }
    }

    fn function(&mut self, line: u32) -> Result<Function<'a>> {
        let kernel = self.token == Token::Word(".entry");
        self.advance()?;
        let mut external = Vec::new();
        while self.token == Token::Word(".noreturn") {
            self.advance()?;
        }
        if self.token == Token::Sign(b'(') {
            external = self.parameters()?;
        }
        let name = self.word("a function's name")?;
        let parameters = if self.token == Token::Sign(b'(') { self.parameters()? } else { Vec::new() };
        let mut function = Function {
            name,
            kernel,
            results: external,
            parameters,
            body: None,
            required: None,
            most_threads: None,
            line,
        };
        loop {
            match self.token {
                Token::Sign(b';') => {
                    self.advance()?;
                    return Ok(function);
                }
                Token::Sign(b'{') => {
                    function.body = Some(self.body()?);
                    return Ok(function);
                }
                Token::Word(".pragma") => self.pragma()?,
                Token::Word(word) if word.starts_with('.') => {
                    self.advance()?;
                    let mut sizes = [1u64; 3];
                    if let Token::Int(_) = self.token {
                        for (k, size) in sizes.iter_mut().enumerate() {
                            if k > 0 && !self.sign(b',')? {
                                break;
                            }
                            *size = self.int("a size")?;
                        }
                        match word {
                            ".reqntid" => function.required = Some(sizes.map(|s| s.min(1 << 31) as u32)),
                            ".maxntid" => {
                                function.most_threads = Some(sizes.iter().fold(1, |a: u64, b| a.saturating_mul(*b)))
                            }
                            _ => {}
                        }
                    }
                }
                _ => return self.wrong(format_args!("a body or ';' is expected here, not {}", self.describe())),
            }
        }
    }

    fn parameters(&mut self) -> Result<Vec<Variable<'a>>> {
        self.expect(b'(')?;
        let mut all = Vec::new();
        if self.sign(b')')? {
            return Ok(all);
        }
        loop {
            all.push(self.variable(false, Space::Param)?);
            if self.sign(b')')? {
                return Ok(all);
            }
            self.expect(b',')?;
            if all.len() > 4096 {
                return self.wrong("more than 4096 parameters");
            }
        }
    }

    /// A declaration up to its semicolon; several names may share one type.
    pub(super) fn variables(&mut self, external: bool, into: &mut Vec<Variable<'a>>) -> Result<()> {
        let first = self.variable(external, Space::Generic)?;
        into.push(first);
        if self.token == Token::Sign(b',') {
            return self.wrong("each variable needs a declaration of its own");
        }
        self.expect(b';')
    }

    fn variable(&mut self, external: bool, otherwise: Space) -> Result<Variable<'a>> {
        let line = self.line;
        let (mut space, mut align, mut ty, mut lanes, mut register) = (otherwise, None, None, 1u64, false);
        loop {
            let Token::Word(word) = self.token else {
                return self.wrong(format_args!("a variable's name is expected here, not {}", self.describe()));
            };
            let Some(directive) = word.strip_prefix('.') else { break };
            self.advance()?;
            match directive {
                "global" => space = Space::Global,
                "const" => space = Space::Const,
                "shared" | "shared::cta" => space = Space::Shared,
                "local" => space = Space::Local,
                "param" => space = Space::Param,
                "reg" => register = true,
                "align" => {
                    let value = self.int("an alignment")?;
                    if !value.is_power_of_two() || value > 1 << 16 {
                        return self.wrong("an alignment is a power of two, at most 65536");
                    }
                    align = Some(value as u32);
                }
                "v2" => lanes = 2,
                "v4" => lanes = 4,
                "attribute" => {
                    self.expect(b'(')?;
                    while !self.sign(b')')? {
                        if self.token == Token::End {
                            return self.wrong("this attribute does not end");
                        }
                        self.advance()?;
                    }
                }
                // The state space of a pointer parameter is a hint for the optimiser.
                "ptr" | "extern" | "visible" | "weak" | "common" => {}
                other => match Ty::named(other) {
                    Some(t) => ty = Some(t),
                    None => return self.wrong(format_args!("'.{other}' is not known in a declaration")),
                },
            }
        }
        let name = self.word("a name")?;
        let Some(ty) = ty else { return self.wrong(format_args!("the variable '{name}' has no type")) };
        if space == Space::Generic && !register {
            return self.wrong(format_args!("the variable '{name}' has no state space"));
        }
        let (mut count, mut open) = (1u64, false);
        while self.sign(b'[')? {
            if self.sign(b']')? {
                open = true;
                count = 0;
                continue;
            }
            count = count.saturating_mul(self.int("an array's length")?);
            self.expect(b']')?;
        }
        let element = u64::from(ty.bytes());
        let bytes = count.saturating_mul(lanes).saturating_mul(element);
        if bytes > MAX_VARIABLE_BYTES {
            return self
                .wrong(format_args!("the variable '{name}' has {bytes} bytes, more than this machine supports"));
        }
        let mut variable = Variable {
            name,
            space,
            align: align.unwrap_or((element * lanes).next_power_of_two() as u32),
            bytes,
            open,
            external,
            init: Vec::new(),
            relocations: Vec::new(),
            register: register.then_some(ty),
            line,
        };
        if self.sign(b'=')? {
            self.initialiser(&mut variable, ty)?;
            if open {
                variable.bytes = variable.init.len() as u64;
                variable.open = false;
            }
            if variable.init.len() as u64 > variable.bytes {
                return self.wrong(format_args!("the initialiser of '{name}' is longer than the variable"));
            }
        }
        Ok(variable)
    }

    fn initialiser(&mut self, variable: &mut Variable<'a>, ty: Ty) -> Result<()> {
        let mut depth = 0;
        loop {
            if self.sign(b'{')? {
                depth += 1;
                if depth > 8 {
                    return self.wrong("an initialiser nests deeper than any array");
                }
                continue;
            }
            if self.token != Token::Sign(b'}') {
                self.initial_value(variable, ty)?;
            }
            while depth > 0 && self.sign(b'}')? {
                depth -= 1;
            }
            if depth == 0 {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn initial_value(&mut self, variable: &mut Variable<'a>, ty: Ty) -> Result<()> {
        let bytes = ty.bytes() as usize;
        let negative = self.sign(b'-')?;
        let value = match self.advance()? {
            Token::Int(i) => {
                if negative {
                    i.wrapping_neg()
                } else {
                    i
                }
            }
            Token::F32(bits) => u64::from(if negative { bits ^ 1 << 31 } else { bits }),
            Token::F64(bits) => {
                let value = f64::from_bits(if negative { bits ^ 1 << 63 } else { bits });
                if ty == Ty::F(32) { u64::from((value as f32).to_bits()) } else { value.to_bits() }
            }
            Token::Word(mut symbol) => {
                let generic = symbol == "generic" && self.sign(b'(')?;
                if generic {
                    symbol = self.word("a variable's name")?;
                }
                let masked = !generic && symbol == "mask" && self.sign(b'(')?;
                if masked {
                    return self.wrong("mask() in an initialiser is not supported");
                }
                let mut addend = 0;
                if generic {
                    addend += self.plus()?;
                    self.expect(b')')?;
                }
                addend += self.plus()?;
                variable.relocations.push(Relocation {
                    offset: variable.init.len() as u64,
                    bytes: bytes as u32,
                    symbol,
                    addend,
                });
                0
            }
            _ => return self.wrong("a value is expected in this initialiser"),
        };
        self.init_bytes += bytes;
        if self.init_bytes > MAX_INITIALISER_BYTES {
            return self.wrong("the initialisers of this module hold too many bytes");
        }
        let mut all = [0u8; 16];
        all[..8].copy_from_slice(&value.to_le_bytes());
        variable.init.extend_from_slice(&all[..bytes]);
        Ok(())
    }

    /// `+ n` or `- n`, or nothing.
    pub(super) fn plus(&mut self) -> Result<i64> {
        if self.sign(b'+')? || self.token == Token::Sign(b'-') { self.signed_int("an offset") } else { Ok(0) }
    }
}
