//! Parses the text form of programs.

use cuprust_num::{DType, Scalar, Value, c128};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::{
    Axes, CircularAxis, Dims, Error, Instruction, Layout, Opcode, Operand, Program, Result, ScalarId, Storage,
    StorageId, View, contiguous_strides,
};

impl std::str::FromStr for Program {
    type Err = Error;

    /// Parses the text form. Lines that start with `#`, and what follows `;`, are comments.
    fn from_str(text: &str) -> Result<Program> {
        let mut program = Program::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            program.line(line).map_err(|error| error.within(&format!("line {}", number + 1)))?;
        }
        Ok(program)
    }
}

impl Program {
    fn line(&mut self, line: &str) -> Result<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(name) = word.strip_suffix(':') {
            return self.storage(name, rest);
        }
        if word == "dead" {
            self.instructions.push(Instruction::dead(storage_id(rest.trim())?));
            return Ok(());
        }
        let (left, right) = line
            .split_once("<-")
            .ok_or_else(|| Error::value(format!("`{line}` has no `<-` between outputs and inputs")))?;
        let mut words = left.split_whitespace().peekable();
        words.next();
        let mut next = || words.next().ok_or_else(|| Error::value(format!("`{line}` ends too early")));
        let opcode = match word {
            "copy" => Opcode::Copy,
            "map" => Opcode::Map(known(RowId::find, next()?, "row")?, known(DType::from_name, next()?, "dtype")?),
            "reduce" => {
                let reduction = known(Reduction::find, next()?, "reduction")?;
                let dtype = known(DType::from_name, next()?, "dtype")?;
                let (_over, axes) = (next()?, next()?);
                Opcode::Reduce(
                    reduction,
                    dtype,
                    numbers(axes)?.iter().fold(Axes::default(), |a, &axis| a.with(axis as usize)),
                )
            }
            "routine" => {
                let (name, mut parameters) = (next()?, Vec::new());
                while let Some(parameter) = words.next_if(|word| word.contains('=')) {
                    parameters.extend(parameter.split_once('='));
                }
                Opcode::Routine(routine(name, &parameters)?)
            }
            other => return Err(Error::value(format!("`{other}` is none of map, copy, reduce, routine, dead"))),
        };
        let outputs: String = words.collect();
        let outputs = split(&outputs).into_iter().map(view).collect::<Result<_>>()?;
        let inputs = split(right).into_iter().map(|text| self.read_operand(text)).collect::<Result<_>>()?;
        self.instructions.push(Instruction { opcode, outputs, inputs });
        Ok(())
    }

    fn storage(&mut self, name: &str, rest: &str) -> Result<()> {
        if storage_id(name)?.0 as usize != self.storages.len() {
            return Err(Error::value(format!("storages must be declared in order: s{} is next", self.storages.len())));
        }
        let mut words = rest.split(',').map(str::trim);
        let bytes = words.next().and_then(|word| word.strip_suffix(" bytes")).unwrap_or_default();
        let mut storage = Storage { bytes: number(bytes)?, given: false, kept: false, exported: false };
        for word in words {
            match word {
                "given" => storage.given = true,
                "kept" => storage.kept = true,
                "exported" => storage.exported = true,
                other => return Err(Error::value(format!("`{other}` is none of given, kept, exported"))),
            }
        }
        self.storages.push(storage);
        Ok(())
    }

    fn read_operand(&mut self, text: &str) -> Result<Operand> {
        if let Some(rest) = text.strip_prefix("position") {
            let (layout, rest) = layout(rest)?;
            return if rest.is_empty() {
                Ok(Operand::Position(layout))
            } else {
                Err(Error::value(format!("unexpected `{rest}`")))
            };
        }
        if text.starts_with('s') && text[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Operand::View(view(text)?));
        }
        let (value, dtype) = text
            .rsplit_once(':')
            .ok_or_else(|| Error::value(format!("`{text}` is neither a view nor `value:dtype`")))?;
        self.scalars.push(scalar(value, known(DType::from_name, dtype, "dtype")?)?);
        Ok(Operand::Scalar(ScalarId(self.scalars.len() as u32 - 1)))
    }
}

fn known<T>(find: impl Fn(&str) -> Option<T>, name: &str, opcode: &str) -> Result<T> {
    find(name).ok_or_else(|| Error::value(format!("there is no {opcode} `{name}`")))
}

/// The routine of this name, with all of its parameters and no others.
fn routine(name: &str, parameters: &[(&str, &str)]) -> Result<Routine> {
    let get = |wanted: &str| parameters.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    match Routine::find(name, get) {
        Some(routine) if routine.parameters().len() == parameters.len() => Ok(routine),
        _ => {
            let text: String = parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            Err(Error::value(format!("there is no routine `{name}{text}`")))
        }
    }
}

/// Splits at the commas that are outside brackets and end an operand.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    let mut in_wrap = false;
    for (index, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            '%' => in_wrap = true,
            ' ' => in_wrap = false,
            // A digit or a sign follows a comma of `%axis:start,step,..`, a space one between operands.
            ',' if depth == 0 => {
                let next = text[index + 1..].chars().next();
                if in_wrap && next.is_some_and(|c| c.is_ascii_digit() || c == '-') {
                    continue;
                }
                parts.push(text[start..index].trim());
                start = index + 1;
                in_wrap = false;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn view(text: &str) -> Result<View> {
    let (name, rest) = text.split_once(':').ok_or_else(|| Error::value(format!("`{text}` is not a view")))?;
    let bracket = rest.find('[').ok_or_else(|| Error::value(format!("`{text}` has no shape")))?;
    let dtype = known(DType::from_name, &rest[..bracket], "dtype")?;
    let (layout, rest) = layout(&rest[bracket..])?;
    let mut view = View::new(storage_id(name)?, dtype, layout);
    for part in rest.split('%').skip(1) {
        let (axis, circular) =
            part.split_once(':').ok_or_else(|| Error::value(format!("`%{part}` is not a wrapped axis")))?;
        match numbers(circular)?[..] {
            [start, step, modulus, stride] => {
                view.circular.push(CircularAxis { axis: number(axis)? as usize, start, step, modulus, stride });
            }
            _ => return Err(Error::value(format!("`%{part}` must have start,step,modulus,stride"))),
        }
    }
    Ok(view)
}

/// Parses `[shape]@offset(strides)`, and returns the rest of the text.
fn layout(text: &str) -> Result<(Layout, &str)> {
    let end = text
        .find(']')
        .filter(|_| text.starts_with('['))
        .ok_or_else(|| Error::value(format!("`{text}` has no shape")))?;
    let shape = Dims::new(&numbers(&text[1..end])?);
    let mut rest = &text[end + 1..];
    let mut layout = Layout { strides: contiguous_strides(&shape), shape, offset: 0 };
    if let Some(after) = rest.strip_prefix('@') {
        let end = after.find(['(', '%']).unwrap_or(after.len());
        layout.offset = number(&after[..end])?;
        rest = &after[end..];
    }
    if let Some(after) = rest.strip_prefix('(') {
        let end = after.find(')').ok_or_else(|| Error::value(format!("`{text}` has no closing bracket")))?;
        layout.strides = Dims::new(&numbers(&after[..end])?);
        if layout.strides.len() != layout.shape.len() {
            return Err(Error::value(format!("`{text}` does not have one stride for each axis")));
        }
        rest = &after[end + 1..];
    }
    Ok((layout, rest))
}

fn scalar(text: &str, dtype: DType) -> Result<Scalar> {
    let bad = || Error::value(format!("`{text}` is not a {dtype}"));
    let value = match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ if dtype.is_integer() => Value::Int(text.parse().map_err(|_| bad())?),
        _ => match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            None => Value::Float(text.parse().map_err(|_| bad())?),
            Some(parts) => {
                let (re, im) = parts.split_once(',').ok_or_else(bad)?;
                Value::Complex(c128::new(re.parse().map_err(|_| bad())?, im.parse().map_err(|_| bad())?))
            }
        },
    };
    value.to(dtype).ok_or_else(bad)
}

fn storage_id(text: &str) -> Result<StorageId> {
    let digits = text.strip_prefix('s').and_then(|digits| digits.parse().ok());
    digits.map(StorageId).ok_or_else(|| Error::value(format!("`{text}` is not a storage such as s0")))
}

fn number(text: &str) -> Result<i64> {
    text.trim().parse().map_err(|_| Error::value(format!("`{text}` is not an integer")))
}

fn numbers(text: &str) -> Result<Vec<i64>> {
    if text.is_empty() { Ok(vec![]) } else { text.split(',').map(number).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_and_parsing_lead_back() {
        let text = "\
s0: 192 bytes, given
s1: 192 bytes, kept
s2: 32 bytes, kept, exported
map add float64 s1:float64[4,6] <- s0:float64[4,6](0,1)%0:3,1,4,6, 2.5:float64
copy s1:float64[3]@2(2) <- s0:float64[3]@5(-1)
map multiply int64 s1:int64[4] <- position[4]@7, 3:int64
reduce add float64 over 1 s2:float64[4,1] <- s1:float64[4,6]
routine matmul s2:float64[2,2] <- s0:float64[2,3], s1:float64[3,2]
routine sort values=true indices=false s1:float64[4,6] <- s0:float64[4,6]
routine scan row=add s1:float64[4,6] <- s0:float64[4,6]
dead s0
";
        let program: Program = text.parse().unwrap();
        assert_eq!(program.to_string(), text);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, message) in [
            ("s1: 8 bytes", "line 1: storages must be declared in order: s0 is next"),
            ("s0: 8 bytes\nmap nothing float64 s0:float64[1] <- 1:float64", "line 2: there is no row `nothing`"),
            ("s0: 8 bytes\nroutine scan s0:float64[1] <- s0:float64[1]", "line 2: there is no routine `scan`"),
            (
                "s0: 8 bytes\nroutine scan row=no s0:float64[1] <- s0:float64[1]",
                "line 2: there is no routine `scan row=no`",
            ),
            (
                "s0: 8 bytes\nroutine matmul k=1 s0:float64[1] <- s0:float64[1]",
                "line 2: there is no routine `matmul k=1`",
            ),
            ("s0: 8 bytes\ncopy s0:float64[1]", "line 2: `copy s0:float64[1]` has no `<-` between outputs and inputs"),
        ] {
            assert_eq!(text.parse::<Program>().unwrap_err().text(), message);
        }
    }
}
