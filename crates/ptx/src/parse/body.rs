//! Parses the statements of a function's body.

use super::Parser;
use crate::error::Result;
use crate::lex::Token;
use crate::syntax::{Instruction, Operand, Statement, Ty};

/// The most registers that one declaration may name.
const MAX_REGISTERS: u64 = 1 << 20;

/// The deepest nesting of braces.
const MAX_BRACE_DEPTH: usize = 256;

impl<'a> Parser<'a> {
    pub(super) fn body(&mut self) -> Result<Vec<Statement<'a>>> {
        self.expect(b'{')?;
        let mut all = Vec::new();
        let mut depth = 0;
        loop {
            let line = self.line;
            match self.token {
                Token::End => return self.wrong("this body does not end"),
                Token::Sign(b'{') => {
                    self.advance()?;
                    depth += 1;
                    if depth > MAX_BRACE_DEPTH {
                        return self.wrong("braces nest too deep");
                    }
                    all.push(Statement::Open);
                }
                Token::Sign(b'}') => {
                    self.advance()?;
                    if depth == 0 {
                        return Ok(all);
                    }
                    depth -= 1;
                    all.push(Statement::Close(line));
                }
                Token::Sign(b';') => {
                    self.advance()?;
                }
                Token::Sign(b'@') => {
                    self.advance()?;
                    let negated = self.sign(b'!')?;
                    let guard = (self.word("a predicate")?, negated);
                    let opcode = self.word("an instruction")?;
                    all.push(Statement::Instruction(self.instruction(Some(guard), opcode, line)?));
                }
                Token::Word(".reg") => self.registers(&mut all)?,
                Token::Word(".loc") => {
                    let (file, line, column) = self.location()?;
                    all.push(Statement::Location { file, line, column });
                }
                Token::Word(".pragma") => self.pragma()?,
                Token::Word(".section") => self.section()?,
                Token::Word(word) if word.starts_with('.') => {
                    let mut declared = Vec::new();
                    self.variables(false, &mut declared)?;
                    all.extend(declared.into_iter().map(Statement::Variable));
                }
                Token::Word(word) => {
                    self.advance()?;
                    if self.sign(b':')? {
                        match self.token {
                            Token::Word(".branchtargets" | ".calltargets") => {
                                self.advance()?;
                                let mut names = vec![self.word("a target")?];
                                while self.sign(b',')? {
                                    names.push(self.word("a target")?);
                                }
                                self.expect(b';')?;
                                all.push(Statement::Targets(word, names));
                            }
                            Token::Word(".callprototype") => {
                                while self.token != Token::Sign(b';') {
                                    if self.token == Token::End {
                                        return self.wrong("this prototype does not end");
                                    }
                                    self.advance()?;
                                }
                                self.advance()?;
                                all.push(Statement::Prototype);
                            }
                            _ => all.push(Statement::Label(word, line)),
                        }
                    } else {
                        all.push(Statement::Instruction(self.instruction(None, word, line)?));
                    }
                }
                _ => return self.wrong(format_args!("a statement is expected here, not {}", self.describe())),
            }
        }
    }

    /// A place in a source, as file, line and column.
    fn location(&mut self) -> Result<(u32, u32, u32)> {
        self.advance()?;
        let file = self.int("a file's number")? as u32;
        let line = self.int("a line")? as u32;
        let column = self.int("a column")? as u32;
        while self.sign(b',')? {
            match self.word("an attribute of .loc")? {
                "function_name" => {
                    self.word("a label")?;
                    self.plus()?;
                }
                "inlined_at" => {
                    for what in ["a file's number", "a line", "a column"] {
                        self.int(what)?;
                    }
                }
                other => return self.wrong(format_args!("'{other}' is not known after .loc")),
            }
        }
        Ok((file, line, column))
    }

    /// NVRTC writes places between the parts of a call whose place is unknown: these say nothing.
    fn skip_locations(&mut self) -> Result<()> {
        while self.token == Token::Word(".loc") {
            self.location()?;
        }
        Ok(())
    }

    fn registers(&mut self, into: &mut Vec<Statement<'a>>) -> Result<()> {
        let line = self.line;
        self.advance()?;
        let mut ty = None;
        while let Token::Word(word) = self.token {
            let Some(name) = word.strip_prefix('.') else { break };
            ty = Ty::named(name);
            if ty.is_none() {
                return self.wrong(format_args!("registers of the kind '{word}' are not supported"));
            }
            self.advance()?;
        }
        let Some(ty) = ty else { return self.wrong("a register's type is expected here") };
        loop {
            let name = self.word("a register's name")?;
            let mut count = None;
            if self.sign(b'<')? {
                let n = self.int("how many registers")?;
                if n > MAX_REGISTERS {
                    return self.wrong(format_args!("{n} registers are more than any kernel has"));
                }
                count = Some(n as u32);
                self.expect(b'>')?;
            }
            into.push(Statement::Register(ty, name, count, line));
            if !self.sign(b',')? {
                return self.expect(b';');
            }
        }
    }

    fn instruction(&mut self, guard: Option<(&'a str, bool)>, opcode: &'a str, line: u32) -> Result<Instruction<'a>> {
        let mut operands = Vec::new();
        self.skip_locations()?;
        while !self.sign(b';')? {
            if !operands.is_empty() {
                self.expect(b',')?;
                self.skip_locations()?;
            }
            operands.push(self.operand(0)?);
            self.skip_locations()?;
            if operands.len() > 4096 {
                return self.wrong("more than 4096 operands");
            }
        }
        Ok(Instruction { guard, opcode, operands, line })
    }

    fn operand(&mut self, depth: u32) -> Result<Operand<'a>> {
        if depth > 2 {
            return self.wrong("operands nest too deep");
        }
        let close = match self.token {
            Token::Sign(b'{') => b'}',
            Token::Sign(b'(') => b')',
            Token::Sign(b'[') => {
                self.advance()?;
                return self.address();
            }
            Token::Sign(b'!') => {
                self.advance()?;
                return Ok(Operand::Not(self.word("a predicate")?));
            }
            Token::Sign(b'-') => {
                self.advance()?;
                return match self.advance()? {
                    Token::Int(i) => Ok(Operand::Int(i.wrapping_neg())),
                    Token::F32(b) => Ok(Operand::F32(b ^ 1 << 31)),
                    Token::F64(b) => Ok(Operand::F64(b ^ 1 << 63)),
                    _ => self.wrong("a number is expected after '-'"),
                };
            }
            Token::Int(i) => {
                self.advance()?;
                return Ok(Operand::Int(i));
            }
            Token::F32(b) => {
                self.advance()?;
                return Ok(Operand::F32(b));
            }
            Token::F64(b) => {
                self.advance()?;
                return Ok(Operand::F64(b));
            }
            Token::Word(name) => {
                self.advance()?;
                if self.sign(b'|')? {
                    return Ok(Operand::Pair(name, self.word("a predicate")?));
                }
                let offset = self.plus()?;
                return Ok(if offset == 0 { Operand::Name(name) } else { Operand::Offset(name, offset) });
            }
            _ => return self.wrong(format_args!("an operand is expected here, not {}", self.describe())),
        };
        self.advance()?;
        let mut all = Vec::new();
        self.skip_locations()?;
        while !self.sign(close)? {
            if !all.is_empty() {
                self.expect(b',')?;
                self.skip_locations()?;
            }
            all.push(self.operand(depth + 1)?);
            self.skip_locations()?;
            if all.len() > 4096 {
                return self.wrong("more than 4096 operands");
            }
        }
        Ok(if close == b'}' { Operand::Vector(all) } else { Operand::Group(all) })
    }

    fn address(&mut self) -> Result<Operand<'a>> {
        let operand = match self.token {
            Token::Word(name) => {
                self.advance()?;
                Operand::Address(Some(name), self.plus()?)
            }
            _ => Operand::Address(None, self.signed_int("an address")?),
        };
        if self.token == Token::Sign(b',') {
            // A texture and its coordinates: reported as unsupported where the instruction is decoded.
            let mut parts = vec![operand];
            while self.sign(b',')? {
                parts.push(self.operand(1)?);
            }
            self.expect(b']')?;
            return Ok(Operand::Group(parts));
        }
        self.expect(b']')?;
        Ok(operand)
    }
}
